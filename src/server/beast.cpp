// The bodies of Asio and Beast, compiled once for everything that links this library.
#include <boost/asio/impl/src.hpp>
#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>

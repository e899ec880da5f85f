// How coroutines wait for Asio: co_await gives error code and result as a tuple.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace cardroom::server {

inline constexpr auto awaited = boost::asio::as_tuple(boost::asio::use_awaitable);

}  // namespace cardroom::server

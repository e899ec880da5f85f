#include "ledger/codec.h"

namespace cardroom::ledger::codec {

CARDROOM_CODEC_OF_DOMAIN()

}  // namespace cardroom::ledger::codec

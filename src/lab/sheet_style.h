// How printed sheets look.
#pragma once

#include <string_view>

namespace cardroom::lab {

inline constexpr std::string_view sheet_style = R"(
:root { color-scheme: light; }
body { font: 15px/1.5 Inter, "Helvetica Neue", Arial, sans-serif; color: #17211c; background: #fff; max-width: 800px; margin: 32px auto; padding: 0 24px; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 19px; margin: 36px 0 8px; border-bottom: 1px solid #dde4e0; padding-bottom: 4px; }
h3 { font-size: 15px; margin: 24px 0 8px; } p { margin: 8px 0; } .sub { color: #5a6a62; }
table { border-collapse: collapse; margin: 8px 0 12px; } th { text-align: left; font-weight: 600; }
td, th { padding: 3px 14px 3px 0; vertical-align: baseline; } .rows { width: 100%; font-size: 13px; } .rows tr + tr td { border-top: 1px solid #eef2f0; }
.pays { width: auto; min-width: 320px; } .rows thead th { border-bottom: 1px solid #c9d2cd; } .rows th:not(:first-child):not(.t) { text-align: right; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } .exact { color: #5a6a62; font-size: 12px; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.sum td { font-weight: 600; border-top: 1px solid #c9d2cd !important; } svg { width: 100%; height: auto; display: block; } svg text { fill: #17211c; } code { font-size: 12px; overflow-wrap: anywhere; }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } section, svg, table { break-inside: auto; } svg, tr { break-inside: avoid; } h2, h3 { break-after: avoid; } }
@page { margin: 16mm; }
)";

}  // namespace cardroom::lab

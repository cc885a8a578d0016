/** Something that is stored otherwise than it should be, or not at all. */
export interface Damage {
  /** What it concerns: `model ada/tides`, `blob ab12…`, `xorb cd34… in blob ab12…`. */
  readonly where: string
  /** `leads to nothing`, `has other bytes`, … */
  readonly what: string
  /** Files that cannot be had because of it: `model ada/tides: maps/chart.bin in commit … on refs/heads/main (sha-256 …)`. Absent where `where` says it. */
  readonly affects?: readonly string[]
}

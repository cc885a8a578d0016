/** Something that is missing or stored incorrectly. */
export interface Damage {
  /** The affected object: `model ada/tides`, `blob ab12…`, `xorb cd34… in blob ab12…`. */
  readonly where: string
  /** `leads to nothing`, `does not match its hash (…)`, … */
  readonly what: string
  /** Files that are unavailable because of it: `model ada/tides: maps/chart.bin in commit … on refs/heads/main (sha-256 …)`. Absent where `where` says it. */
  readonly affects?: readonly string[]
  /** The large file that uploading the same bytes repairs, if it is one. */
  readonly sha256?: string
}

/** A line of CSV (RFC 4180), with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** One cell that no spreadsheet runs: what begins like a formula gets an apostrophe before it. */
export function csvCell(value: string): string {
  const inert = /^[\s]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value
  return /[",\r\n;\t']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

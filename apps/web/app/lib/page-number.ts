/** The page that the query string asks for, from 0. */
export function pageNumber(searchParams: URLSearchParams): number {
  return Math.min(Math.max(0, Math.trunc(Number(searchParams.get('p')) || 0)), 10_000)
}

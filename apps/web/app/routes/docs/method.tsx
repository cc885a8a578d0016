/** The method of a request, as wide as the longest. */
export function Method({ name }: { name: string }) {
  return <span className="inline-block w-14 font-semibold">{name}</span>
}

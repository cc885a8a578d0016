import { hardware, systemMemory } from '@portolan/snippets'

/** `GET /hardware`: name, maker and memory sizes of all hardware, for suggestions while typing. */
export function loader(): Response {
  const rows = hardware.map(({ name, make, memory }) => [
    name,
    make,
    memory === systemMemory ? 'system memory of 8 to 2048' : memory.join(' or '),
  ])
  return Response.json(rows, { headers: { 'Cache-Control': 'public, max-age=3600' } })
}

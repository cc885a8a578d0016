import { hardware, systemMemory } from '@portolan/snippets'

/** `GET /hardware`: name, maker and sizes of memory of each piece of hardware, for suggestions as one types. */
export function loader(): Response {
  const rows = hardware.map(({ name, make, memory }) => [
    name,
    make,
    memory === systemMemory ? 'system memory of 8 to 2048' : memory.join(' or '),
  ])
  return Response.json(rows, { headers: { 'Cache-Control': 'public, max-age=3600' } })
}

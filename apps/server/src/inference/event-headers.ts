/** Headers of every event stream; the last one keeps proxies from buffering. */
export const eventHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
} as const

/** Names the provider that responded, using the same header as common routers. */
export function providerHeader(name: string): Record<string, string> {
  return { 'X-Inference-Provider': name }
}

/** Of every stream of events; the last one is for proxies that would collect them. */
export const eventHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
} as const

/** Tells who answered, as the field's own router does. */
export function providerHeader(name: string): Record<string, string> {
  return { 'X-Inference-Provider': name }
}

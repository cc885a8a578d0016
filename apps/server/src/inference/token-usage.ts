/** The tokens that a call read and generated. */
export interface TokenUsage {
  readonly promptTokens: number
  readonly completionTokens: number
}

/** The `usage` of an OpenAI response; `null` when there is none. */
export function usageIn(value: Readonly<Record<string, unknown>>): TokenUsage | null {
  const usage = value['usage'] as Record<string, unknown> | null | undefined
  if (typeof usage !== 'object' || usage === null) return null
  const prompt = count(usage['prompt_tokens'])
  const total = count(usage['total_tokens'])
  return {
    promptTokens: prompt,
    completionTokens: 'completion_tokens' in usage ? count(usage['completion_tokens']) : Math.max(0, total - prompt),
  }
}

/** A token count reported by an upstream; 0 when it is negative or implausibly large. */
function count(value: unknown): number {
  return typeof value === 'number' && value >= 0 && value < 1e9 ? Math.floor(value) : 0
}

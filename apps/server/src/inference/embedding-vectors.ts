import type { Json } from '@portolan/hub'

/**
 * Extracts one vector per text from a feature-extraction response: a single vector, one per text, or one per token of each text, which is averaged.
 * @throws {TypeError} for anything else
 */
export function embeddingVectors(value: Json, texts: number): number[][] {
  const depth = depthOf(value)
  const perText: readonly Json[] =
    texts === 1 && (depth === 1 || (depth === 2 && (value as readonly Json[]).length !== 1)) ? [value] : (value as readonly Json[])
  if (depth < 1 || perText.length !== texts) throw new TypeError('the response is not one vector per text')
  return perText.map((each) => {
    let vector = each
    while (depthOf(vector) > 2) vector = (vector as readonly Json[])[0] ?? []
    return depthOf(vector) === 2 ? mean(vector as unknown as number[][]) : (vector as unknown as number[])
  })
}

function depthOf(value: Json | undefined): number {
  return Array.isArray(value) ? 1 + depthOf((value as readonly Json[])[0]) : 0
}

function mean(rows: readonly (readonly number[])[]): number[] {
  const sum = Array.from(rows[0] ?? [], () => 0)
  for (const row of rows) for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (row[i] ?? 0) / rows.length
  return sum
}

/** Little-endian 32-bit floats in base64, the format that OpenAI's own clients request. */
export function encodeVector(vector: readonly number[]): string {
  return Buffer.from(Float32Array.from(vector).buffer).toString('base64')
}

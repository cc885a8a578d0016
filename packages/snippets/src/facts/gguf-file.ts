import { filesEnding, type ModelFacts } from './model-facts.ts'

/** A good middle between size and quality comes first; projectors and later shards do not load by themselves. */
const preferred = [/q4_k_m/i, /q4_k/i, /q5_k/i, /q8_0/i, /q4_0/i, /f16/i]

/**
 * The GGUF files that load by themselves, by path: of a model in parts the first. A name that starts with a dash would be an option to the commands
 * that it is given to, so that it is passed over.
 */
export function ggufFiles(facts: ModelFacts): string[] {
  return filesEnding(facts, '.gguf').filter((file) => !/^-|mmproj/i.test(file) && !/-(?!00001)\d{5}-of-\d{5}\.gguf$/i.test(file))
}

/** The GGUF file that was chosen, else the one that most people want; `null` when no file is known. */
export function bestGgufFile(facts: ModelFacts): string | null {
  const files = ggufFiles(facts)
  if (facts.ggufFile !== null && files.includes(facts.ggufFile)) return facts.ggufFile
  for (const pattern of preferred) {
    const found = files.find((file) => pattern.test(file))
    if (found !== undefined) return found
  }
  return files[0] ?? null
}

/** The parts that belong to the first one, in order; only the file itself when it is whole. */
export function ggufParts(file: string): string[] {
  const found = /^(.*)-00001-of-(\d{5})\.gguf$/.exec(file)
  const count = Number(found?.[2] ?? 1)
  if (!found || count > 200) return [file]
  return Array.from({ length: count }, (_, part) => `${found[1]}-${String(part + 1).padStart(5, '0')}-of-${found[2]}.gguf`)
}

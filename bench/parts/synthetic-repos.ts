/*
 * Synthetic model repos with the proportions of a large public hub: 8 % private, three quarters without a like, nineteen out of twenty without a
 * trend; 8 to 16 tags per repo, where a few tags are on every tenth repo and hundreds of thousands are on only a handful. Deterministic for a given
 * count.
 */

export interface SyntheticRepo {
  readonly id: number
  readonly owner: number
  readonly name: string
  readonly isPrivate: boolean
  readonly downloads: number
  readonly likes: number
  readonly trending: number
  readonly created: number
  readonly updated: number
  readonly params: number | null
  readonly tags: readonly SyntheticTag[]
}

export interface SyntheticTag {
  readonly ns: string
  readonly value: string
}

const syllables =
  'ba ce di fo gu ha ja ki lo mu na pe qui ro sa ta ve xi yo zu bra cle dra fri gla kre pla sta tri vol wen zan mor lin der kas'.split(' ')
const bases =
  'llama qwen mistral gemma bert gpt2 t5 whisper deepseek phi falcon roberta stable-diffusion flux sdxl vit wav2vec2 distilbert opt bloom mixtral yi internlm olmo granite smollm starcoder codellama clip blip siglip xlm-roberta deberta electra bart pegasus pythia mamba rwkv glm'.split(
    ' ',
  )
const endings =
  'gguf lora finetuned instruct chat v1 v2 v3 base small large tiny awq gptq 4bit 8bit merged dpo sft rlhf test demo final merge ft-imdb finetuned-squad cased uncased multilingual turbo preview it exl2 mlx'.split(
    ' ',
  )
const sizes: readonly (readonly [string, number])[] = [
  ['0.5b', 0.5e9],
  ['1b', 1e9],
  ['1.5b', 1.5e9],
  ['3b', 3e9],
  ['7b', 7e9],
  ['8b', 8e9],
  ['13b', 13e9],
  ['14b', 14e9],
  ['27b', 27e9],
  ['32b', 32e9],
  ['70b', 70e9],
]
const now = 1_795_000_000_000
const day = 24 * 3600 * 1000
const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'

/** Returns a uniform generator (xorshift) with a fixed seed. */
export function generator(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 4_294_967_296
  }
}

/** Returns the i-th synthetic word. */
export function word(i: number): string {
  let text = ''
  for (let rest = i + 37; rest > 0; rest = Math.floor(rest / syllables.length)) text += syllables[rest % syllables.length]
  return text
}

/** Draws ranks from 0 with probability proportional to rank^-exponent. */
function zipf(random: () => number, ranks: number, exponent: number): () => number {
  const cumulated = new Float64Array(ranks)
  let sum = 0
  for (let i = 0; i < ranks; i++) cumulated[i] = sum += 1 / (i + 1) ** exponent
  return () => {
    const at = random() * sum
    let low = 0
    let high = ranks - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((cumulated[middle] as number) < at) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Returns the number of owners for a number of repos. */
export function ownerCount(repos: number): number {
  return Math.ceil(repos * 0.15)
}

export function ownerName(owner: number): string {
  return `${word(owner * 7 + 11)}${owner % 3 === 0 ? '-ai' : ''}-${owner}`
}

export function* syntheticRepos(count: number): Generator<SyntheticRepo> {
  const random = generator(123_456_789)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const drawOwner = zipf(random, ownerCount(count), 0.8)
  const drawTask = zipf(random, 50, 1)
  const drawLibrary = zipf(random, 40, 1.3)
  const drawLicense = zipf(random, 60, 1.3)
  const drawLanguage = zipf(random, 180, 1.4)
  const drawBaseModel = zipf(random, 100_000, 1)
  const drawDataset = zipf(random, 100_000, 1)
  const drawPaper = zipf(random, 20_000, 1)
  const drawFree = zipf(random, 300_000, 1.05)
  const drawBase = zipf(random, bases.length, 0.9)
  const drawEnding = zipf(random, endings.length, 0.8)
  const drawNameWord = zipf(random, 50_000, 0.7)
  for (let id = 1; id <= count; id++) {
    let name = bases[drawBase()] as string
    const size = random() < 0.5 ? pick(sizes) : null
    if (size) name += `-${size[0]}`
    if (random() < 0.6) name += `-${word(drawNameWord())}`
    if (random() < 0.7) name += `-${endings[drawEnding()]}`
    if (random() < 0.5) name += `-${Array.from({ length: 4 + Math.floor(random() * 5) }, () => pick([...alphabet])).join('')}`
    if (random() < 0.5) name = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
    const likesDraw = random()
    const created = now - Math.floor(random() * 4 * 365 * day)
    const library = random() < 0.9 ? drawLibrary() : null
    // Tasks and libraries correlate: most repos of a library have its main task.
    const task = random() >= 0.95 ? null : library !== null && random() < 0.6 ? (library * 7) % 50 : drawTask()
    const license = random() < 0.7 ? drawLicense() : null
    const tags = new Map<string, string>([['region:us', 'region']])
    if (library !== null) tags.set(`lib-${word(library)}`, 'library')
    if (task !== null) tags.set(`task-${word(task)}`, 'pipeline_tag')
    if (license !== null) tags.set(`license:lic-${word(license)}`, 'license')
    const languages = random() < 0.5 ? 0 : random() < 0.7 ? 1 : 3
    for (let i = 0; i < languages; i++) tags.set(`l${drawLanguage()}`, 'language')
    if (random() < 0.5) tags.set(`base_model:m/${drawBaseModel()}`, 'base_model')
    if (random() < 0.2) tags.set(`dataset:d/${drawDataset()}`, 'dataset')
    if (random() < 0.15) tags.set(`arxiv:2${drawPaper()}`, 'arxiv')
    const wanted = 8 + Math.floor(random() * 9)
    for (let tries = 0; tags.size < wanted && tries < 40; tries++) tags.set(word(drawFree()), 'other')
    yield {
      id,
      owner: drawOwner(),
      name: `${name}-${id.toString(36)}`,
      isPrivate: random() < 0.08,
      downloads: Math.floor((1 / Math.max(random(), 1e-9)) ** 1.15 * 3) - 3,
      likes: likesDraw < 0.75 ? 0 : Math.floor((0.25 / (1 - likesDraw)) ** 0.9),
      trending: random() < 0.95 ? 0 : Math.floor(1_000 * (1 / random()) ** 0.7),
      created,
      updated: created + Math.floor(random() * random() * (now - created)),
      params: size ? size[1] : null,
      tags: [...tags].map(([value, ns]) => ({ value, ns })),
    }
  }
}

import { fill, identifier, py } from '../code/index.ts'
import { path } from '../download-rule.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** Model and processor classes, by the names of repositories and base models; the first match applies. */
const families = [
  [/qwen-?2[._-]?5[._-]?omni|qwen-?omni/i, 'ColQwen2_5Omni', 'ColQwen2_5OmniProcessor'],
  [/bi-?qwen-?3[._-]?5(?!\d*b)/i, 'BiQwen3_5', 'BiQwen3_5Processor'],
  [/bi-?qwen-?3/i, 'BiQwen3', 'BiQwen3Processor'],
  [/bi-?qwen-?2[._-]?5(?!\d*b)/i, 'BiQwen2_5', 'BiQwen2_5_Processor'],
  [/bi-?qwen-?2/i, 'BiQwen2', 'BiQwen2Processor'],
  [/bi-?gemma/i, 'BiGemma3', 'BiGemmaProcessor3'],
  [/bi-?modernvbert/i, 'BiModernVBert', 'BiModernVBertProcessor'],
  [/bi-?(idefics|smol)/i, 'BiIdefics3', 'BiIdefics3Processor'],
  [/bi-?pali/i, 'BiPali', 'BiPaliProcessor'],
  [/qwen-?3[._-]?5(?!\d*b)/i, 'ColQwen3_5', 'ColQwen3_5Processor'],
  [/qwen-?3/i, 'ColQwen3', 'ColQwen3Processor'],
  [/qwen-?2[._-]?5(?!\d*b)/i, 'ColQwen2_5', 'ColQwen2_5_Processor'],
  [/qwen-?2/i, 'ColQwen2', 'ColQwen2Processor'],
  [/modernvbert/i, 'ColModernVBert', 'ColModernVBertProcessor'],
  [/idefics|smol/i, 'ColIdefics3', 'ColIdefics3Processor'],
  [/paligemma|colpali/i, 'ColPali', 'ColPaliProcessor'],
  [/gemma/i, 'ColGemma3', 'ColGemmaProcessor3'],
] as const

/** The family, or nothing if neither the name nor a base model determines it. */
function familyOf(facts: ModelFacts) {
  for (const text of [facts.name, ...facts.baseModels, facts.peft.base ?? '']) {
    const found = families.find(([pattern]) => pattern.test(text))
    if (found !== undefined) return found
  }
  return undefined
}

/** Adapters find their base model themselves. @see https://github.com/illuin-tech/colpali — API of release 0.3.18 of colpali-engine */
export const library = defineLibrary({
  id: 'colpali',
  label: 'ColPali',
  repo: 'https://github.com/ManuelFay/colpali',
  filter: false,
  downloads: path('adapter_config.json'),
  names: { pypi: ['colpali-engine', 'transformers'] },
  install: () => ({ python: ['colpali-engine', 'accelerate', 'pillow'] }),
  snippets(facts, target) {
    const family = familyOf(facts)
    const model = identifier(family?.[1] ?? 'ColPali')
    const processor = identifier(family?.[2] ?? 'ColPaliProcessor')
    const notes: Note[] =
      family === undefined
        ? [
            {
              code: 'type-unknown',
              text: 'Neither the name nor a base model tells which of the classes of colpali_engine.models loads it: ColPali is the oldest of them.',
            },
          ]
        : []
    const revision = pythonRevision(target)
    const device = target.device === 'auto' ? py`"auto"` : py`${target.device}`
    const code = py`
      import torch
      from colpali_engine.models import ${model}, ${processor}
      from PIL import Image

      model = ${model}.from_pretrained(${facts.id}${revision}, dtype=torch.bfloat16, device_map=${device}).eval()
      processor = ${processor}.from_pretrained(${facts.id}${revision})

      images = processor.process_images([Image.open(${fill('your-page.png')}).convert("RGB")]).to(model.device)
      queries = processor.process_queries(["When does the tide turn?"]).to(model.device)
      with torch.no_grad():
          scores = processor.score(model(**queries), model(**images))
      print(scores)  # a row for each query, a column for each page
    `
    return { drafts: [{ id: 'retrieve', title: 'Score pages for a question', code: pythonBlock(target, code) }], notes }
  },
})

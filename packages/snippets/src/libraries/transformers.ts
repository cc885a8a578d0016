import { libraryServes } from '@portolan/tasks'
import { type Block, comment, fill, identifier, json, lines, py, when } from '../code/index.ts'
import { chat, type ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Draft, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

/** Pipelines that release 4 had: release 5 refuses them by name (`REMOVED_TASKS`), or turns them into another one. */
const removedTasks = new Set([
  'image-to-image',
  'image-to-text',
  'question-answering',
  'summarization',
  'translation',
  'visual-question-answering',
])
const question = 'Which ocean is the deepest?'
const askAboutPicture = py`
  messages = [
      {
          "role": "user",
          "content": [
              {"type": "image", "url": ${fill('your-image.jpg')}},
              {"type": "text", "text": "What is in this picture?"},
          ],
      },
  ]
`
const askQuestion = py`messages = ${json(chat(question))}`

/** @see https://huggingface.co/docs/transformers — API of release 5 */
export const library = defineLibrary({
  id: 'transformers',
  label: 'Transformers',
  repo: 'https://github.com/huggingface/transformers',
  docs: 'https://huggingface.co/docs/transformers',
  filter: true,
  downloads: 'default',
  names: { pypi: ['transformers'] },
  install: (facts) => {
    const release = facts.task !== null && removedTasks.has(facts.task) ? 'transformers<5' : 'transformers'
    const extras = extrasOf(facts)
    return { python: [release, 'torch', 'accelerate', ...extras], conda: [release, 'pytorch', 'accelerate', ...extras] }
  },
  offers: (facts) => facts.transformers !== null && facts.tags.has('transformers'),
  snippets(facts, target) {
    const drafts: Draft[] = []
    const notes: Note[] = []
    if (facts.hasCustomCode)
      notes.push({
        code: 'custom-code',
        text: 'This model brings code of its own, which runs on your machine. Read it first; pin a commit to keep it from changing.',
      })
    if (libraryServes('transformers', facts.task)) drafts.push(pipelineDraft(facts, target, facts.task ?? ''))
    if (facts.transformers !== null) drafts.push(autoDraft(facts, target))
    else notes.push({ code: 'type-unknown', text: 'The type of this model is unknown: its config.json names no architecture.' })
    if (drafts.length === 0) drafts.push(downloadDraft(facts, target))
    return { drafts, notes }
  },
})

/** What pipelines and processors import beside torch; they ask for it only when they run. */
function extrasOf({ task }: ModelFacts): string[] {
  switch (task) {
    case 'document-question-answering':
      return ['pillow', 'pytesseract']
    case 'table-question-answering':
      return ['pandas']
    case 'video-classification':
      return ['av']
    default:
      return task !== null && (imageTasks.has(task) || /image|visual/.test(task) || task === 'zero-shot-object-detection')
        ? ['pillow', 'torchvision']
        : []
  }
}

function trust(facts: ModelFacts): Block | undefined {
  return when(facts.hasCustomCode, py`, trust_remote_code=True`)
}

function pipelineDraft(facts: ModelFacts, target: Target, task: string): Draft {
  const removed = removedTasks.has(task)
  const code = py`
    ${when(removed, py`${comment('Transformers 5 has no such pipeline: this needs "transformers<5". Loading the model directly works with both.')}`)}
    from transformers import pipeline

    pipe = pipeline(${task}, model=${facts.id}${pythonRevision(target)}${trust(facts)}${device(target, 'pipeline')})
    ${pipelineCall(facts, task)}
  `
  return {
    id: 'pipeline',
    title: 'Run it with a pipeline',
    code: pythonBlock(target, code),
    ...(removed
      ? {
          otherRelease: true,
          notes: [
            {
              code: 'task-removed' as const,
              text: `Transformers 5 has no pipeline for ${task}, so the install line asks for "transformers<5".`,
            },
          ],
        }
      : {}),
  }
}

/** A call that shows what the task takes. */
function pipelineCall(facts: ModelFacts, task: string): Block {
  if (facts.isConversational && task === 'image-text-to-text') {
    return py`
      ${askAboutPicture}
      print(pipe(text=messages, max_new_tokens=40))
    `
  }
  if (facts.isConversational) {
    return py`
      ${askQuestion}
      print(pipe(messages, max_new_tokens=40))
    `
  }
  switch (task) {
    case 'text-generation':
      return py`print(pipe(${facts.widgetText ?? 'Once upon a time'}, max_new_tokens=40))`
    case 'fill-mask':
      return facts.widgetText === null
        ? py`print(pipe(f"The ship sails across the {pipe.tokenizer.mask_token}."))`
        : py`print(pipe(${facts.widgetText}))`
    case 'question-answering':
      return py`print(pipe(question="Where is the harbour?", context="The harbour is in the north of the island."))`
    case 'table-question-answering':
      return py`print(pipe(table={"port": ["Genoa", "Palma"], "ships": ["12", "7"]}, query="How many ships are in Palma?"))`
    case 'zero-shot-classification':
      return py`print(pipe("The tide turns at noon.", candidate_labels=["weather", "sea", "music"]))`
    case 'zero-shot-image-classification':
    case 'zero-shot-object-detection':
      return py`print(pipe(${fill('your-image.jpg')}, candidate_labels=["animals", "humans", "landscape"]))`
    case 'visual-question-answering':
    case 'document-question-answering':
      return py`print(pipe(image=${fill('your-image.jpg')}, question="What is the title?"))`
    case 'image-text-to-text':
      return py`print(pipe(images=${fill('your-image.jpg')}, text="A picture of"))`
    case 'audio-classification':
    case 'automatic-speech-recognition':
      return py`print(pipe(${fill('your-audio.flac')}))`
    case 'text-to-audio':
    case 'text-to-speech':
      return py`speech = pipe("The tide turns at noon.")  # {"audio": samples, "sampling_rate": Hz}`
    case 'video-classification':
      return py`print(pipe(${fill('your-video.mp4')}))`
    default:
      return imageTasks.has(task)
        ? py`print(pipe(${fill('your-image.jpg')}))`
        : py`print(pipe(${facts.widgetText ?? 'The tide turns at noon.'}))`
  }
}

const imageTasks = new Set([
  'depth-estimation',
  'image-classification',
  'image-feature-extraction',
  'image-segmentation',
  'image-to-image',
  'image-to-text',
  'mask-generation',
  'object-detection',
])

function autoDraft(facts: ModelFacts, target: Target): Draft {
  const auto = identifier(facts.transformers?.auto ?? 'AutoModel')
  const processor = facts.transformers?.processor ?? null
  const variable = identifier(
    processor === 'AutoTokenizer' ? 'tokenizer' : processor === 'AutoFeatureExtractor' ? 'extractor' : 'processor',
  )
  const common = py`${facts.id}${pythonRevision(target)}${trust(facts)}`
  const load = processor === null ? py`from transformers import ${auto}` : py`from transformers import ${auto}, ${identifier(processor)}`
  const code = lines(
    'python',
    [
      load,
      lines('python', [
        when(processor !== null, py`${variable} = ${identifier(processor ?? 'AutoModel')}.from_pretrained(${common})`),
        py`model = ${auto}.from_pretrained(${common}${device(target, 'model')})`,
      ]),
      when(processor !== null && facts.isConversational && facts.hasChatTemplate, chatCode(facts, variable)),
    ],
    1,
  )
  return {
    id: 'auto',
    title: processor === null ? 'Load the model' : 'Load the model and what prepares its input',
    code: pythonBlock(target, code),
  }
}

function chatCode(facts: ModelFacts, variable: ReturnType<typeof identifier>): Block {
  const messages = facts.tags.has('image-text-to-text') || facts.task === 'image-text-to-text' ? askAboutPicture : askQuestion
  return py`
    ${messages}
    inputs = ${variable}.apply_chat_template(
        messages,
        add_generation_prompt=True,
        tokenize=True,
        return_dict=True,
        return_tensors="pt",
    ).to(model.device)
    outputs = model.generate(**inputs, max_new_tokens=40)
    print(${variable}.decode(outputs[0][inputs["input_ids"].shape[-1]:], skip_special_tokens=True))
  `
}

function device(target: Target, where: 'pipeline' | 'model'): Block | undefined {
  if (target.device === 'auto') return when(where === 'model', py`, device_map="auto"`)
  return where === 'pipeline' ? py`, device=${target.device}` : py`, device_map=${target.device}`
}

function downloadDraft(facts: ModelFacts, target: Target): Draft {
  const code = py`
    from huggingface_hub import snapshot_download

    path = snapshot_download(${facts.id}${pythonRevision(target)})
    print(path)
  `
  return { id: 'download', title: 'Download the files', code: pythonBlock(target, code) }
}

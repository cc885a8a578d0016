import { libraryServes } from '@portolan/tasks'
import {
  answersChats,
  chatCode,
  extrasOf,
  ffmpegNotes,
  pipelineCall,
  processorVariable,
  removedTasks,
} from '../cases/transformers-calls.ts'
import { type Block, comment, identifier, lines, py, when } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Draft, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

/** @see https://huggingface.co/docs/transformers — API of release 5 */
export const library = defineLibrary({
  id: 'transformers',
  label: 'Transformers',
  repoName: '🤗/transformers',
  repo: 'https://github.com/huggingface/transformers',
  docs: 'https://huggingface.co/docs/transformers',
  filter: true,
  downloads: 'default',
  names: { pypi: ['transformers'] },
  install: (facts) => {
    const release = facts.task !== null && removedTasks.has(facts.task) ? 'transformers<5' : 'transformers'
    const extras = extrasOf(facts)
    const ffmpeg = ffmpegNotes(facts.task ?? '').length > 0 ? ['ffmpeg'] : []
    return { python: [release, 'torch', 'accelerate', ...extras], conda: [release, 'pytorch', 'accelerate', ...extras, ...ffmpeg] }
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

/** Other properties that change the code: a chat, or a model's own code, which was not run. */
function variant(facts: ModelFacts): string {
  return `${answersChats(facts) ? ':chat' : ''}${facts.hasCustomCode ? ':custom-code' : ''}`
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
    proofId: `pipeline:${task}${variant(facts)}`,
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
      : { notes: ffmpegNotes(task) }),
  }
}

function autoDraft(facts: ModelFacts, target: Target): Draft {
  const auto = identifier(facts.transformers?.auto ?? 'AutoModel')
  const processor = facts.transformers?.processor ?? null
  const variable = processorVariable(processor)
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
      when(processor !== null && answersChats(facts), chatCode(facts, variable)),
    ],
    1,
  )
  return {
    id: 'auto',
    proofId: `auto:${facts.transformers?.auto ?? 'AutoModel'}${processor === null ? '' : `:${processor}`}${variant(facts)}`,
    title: processor === null ? 'Load the model' : 'Load the model and what prepares its input',
    code: pythonBlock(target, code),
  }
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

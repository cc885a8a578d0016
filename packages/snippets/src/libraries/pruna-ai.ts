import { libraryServes } from '@portolan/tasks'
import { diffusersCase, diffusersExtras } from '../cases/diffusers-pipeline.ts'
import { answersChats, chatCode, extrasOf, pipelineCall, processorVariable, removedTasks } from '../cases/transformers-calls.ts'
import { type Block, type Hole, identifier, lines, py, when } from '../code/index.ts'
import type { ModelFacts } from '../facts/model-facts.ts'
import { defineLibrary, type Draft, type Note, type Snippets } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'
import type { Target } from '../target.ts'

/** The package that loads a model: the free one, or the one that requires a token from its makers. */
function isPro(facts: ModelFacts): boolean {
  return facts.tags.has('pruna_pro-ai')
}

/** The library whose cases apply: the one the model was saved from. */
function origin(facts: ModelFacts): 'diffusers' | 'transformers' | null {
  return facts.tags.has('diffusers') ? 'diffusers' : facts.tags.has('transformers') ? 'transformers' : null
}

/** Indicates that a transformers pipeline was saved, not only its model. */
const pipelineFile = 'pipeline_info.json'

/**
 * A repo contains everything that was saved, including the library and device to load it with: the code names no class of diffusers or transformers,
 * no data type and no device. @see https://docs.pruna.ai — API of release 0.3
 */
export const library = defineLibrary({
  id: 'pruna-ai',
  label: 'Pruna AI',
  repo: 'https://github.com/PrunaAI/pruna',
  docs: 'https://docs.pruna.ai',
  downloads: 'default',
  names: { pypi: ['pruna', 'pruna_pro', 'transformers', 'diffusers', 'huggingface_hub'] },
  install: (facts) => ({
    python: [
      isPro(facts) ? 'pruna_pro' : 'pruna',
      ...(origin(facts) === 'diffusers' ? diffusersExtras(facts) : []),
      ...(origin(facts) === 'transformers' && facts.task !== null && removedTasks.has(facts.task) ? ['transformers<5'] : []),
      ...(origin(facts) === 'transformers' ? extrasOf(facts) : []),
    ],
  }),
  snippets(facts, target) {
    const made = { diffusers: fromDiffusers, transformers: fromTransformers }[origin(facts) ?? 'diffusers']
    const { drafts, notes = [] } = origin(facts) === null ? { drafts: [loadDraft(facts, target)] } : made(facts, target)
    return { drafts, notes: [...notes, pickle, ...pro(facts)] }
  },
})

const pickle: Note = {
  code: 'pickle',
  text: 'What was saved may be a pickle, which runs code from the file when it is loaded. Do it only with models you trust.',
}

function pro(facts: ModelFacts): Note[] {
  return isPro(facts) ? [{ code: 'licence', text: 'pruna_pro asks for a token of its makers, in PRUNA_TOKEN.' }] : []
}

function className(facts: ModelFacts): Hole {
  return identifier(isPro(facts) ? 'PrunaProModel' : 'PrunaModel')
}

function importLine(facts: ModelFacts): Block {
  return py`from ${identifier(isPro(facts) ? 'pruna_pro' : 'pruna')} import ${className(facts)}`
}

function loadLine(variable: 'pipe' | 'model', facts: ModelFacts, target: Target): Block {
  return py`${identifier(variable)} = ${className(facts)}.from_pretrained(${facts.id}${pythonRevision(target)})`
}

function loadDraft(facts: ModelFacts, target: Target): Draft {
  const code = lines('python', [importLine(facts), loadLine('model', facts, target)], 1)
  return { id: 'load', title: 'Load the model', code: pythonBlock(target, code) }
}

function fromDiffusers(facts: ModelFacts, target: Target): Snippets {
  const { imports, usesTorch, call } = diffusersCase(facts)
  const code = lines(
    'python',
    [
      lines('python', [when(usesTorch, py`import torch`), imports, importLine(facts)]),
      lines('python', [loadLine('pipe', facts, target), call(py`"cpu"`)]),
    ],
    1,
  )
  return { drafts: [{ id: 'pipeline', title: 'Run the pipeline', code: pythonBlock(target, code) }] }
}

/** A pipeline, or a model and its processor: a file determines which one was saved; both are shown if the files are unknown. */
function fromTransformers(facts: ModelFacts, target: Target): Snippets {
  const isPipeline = facts.files.includes(pipelineFile)
  const drafts: Draft[] = []
  const notes: Note[] = []
  if (facts.hasCustomCode)
    notes.push({
      code: 'custom-code',
      text: 'This model brings code of its own, which runs on your machine. Read it first; pin a commit to keep it from changing.',
    })
  if (libraryServes('transformers', facts.task) && (isPipeline || facts.files.length === 0))
    drafts.push(pipelineDraft(facts, target, facts.task ?? ''))
  if (facts.transformers === null)
    notes.push({ code: 'type-unknown', text: 'The type of this model is unknown: its config.json names no architecture.' })
  else if (!isPipeline || drafts.length === 0) drafts.push(modelDraft(facts, target))
  return { drafts: drafts.length > 0 ? drafts : [loadDraft(facts, target)], notes }
}

function pipelineDraft(facts: ModelFacts, target: Target, task: string): Draft {
  const code = lines('python', [importLine(facts), lines('python', [loadLine('pipe', facts, target), pipelineCall(facts, task)])], 1)
  return {
    id: 'pipeline',
    title: 'Run it as a pipeline',
    code: pythonBlock(target, code),
    notes: [
      ...(facts.files.length === 0
        ? [{ code: 'input-needed' as const, text: `It is one only if the repository holds ${pipelineFile}.` }]
        : []),
      ...(removedTasks.has(task)
        ? [
            {
              code: 'task-removed' as const,
              text: `Transformers 5 has no pipeline for ${task}, so the install line asks for "transformers<5".`,
            },
          ]
        : []),
    ],
  }
}

function modelDraft(facts: ModelFacts, target: Target): Draft {
  const processor = facts.transformers?.processor ?? null
  const variable = processorVariable(processor)
  const processorClass = identifier(processor ?? 'AutoModel')
  const code = lines(
    'python',
    [
      lines('python', [importLine(facts), when(processor !== null, py`from transformers import ${processorClass}`)]),
      lines('python', [
        when(
          processor !== null,
          py`${variable} = ${processorClass}.from_pretrained(${facts.id}${pythonRevision(target)}${when(facts.hasCustomCode, py`, trust_remote_code=True`)})`,
        ),
        loadLine('model', facts, target),
      ]),
      when(processor !== null && answersChats(facts), chatCode(facts, variable)),
    ],
    1,
  )
  return {
    id: 'model',
    title: processor === null ? 'Load the model' : 'Load the model and what prepares its input',
    code: pythonBlock(target, code),
  }
}

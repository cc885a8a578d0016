import { printBlock, type Language } from './code/index.ts'
import type { ModelFacts } from './facts/model-facts.ts'
import type { Note } from './library.ts'
import type { LocalApp } from './local-app.ts'
import { app as llamaCpp } from './local-apps/llama.cpp.ts'
import { app as nodeLlamaCpp } from './local-apps/node-llama-cpp.ts'
import { app as vllm } from './local-apps/vllm.ts'
import { app as sglang } from './local-apps/sglang.ts'
import { app as mlxLm } from './local-apps/mlx-lm.ts'
import { app as tgi } from './local-apps/tgi.ts'
import { app as lmstudio } from './local-apps/lmstudio.ts'
import { app as localai } from './local-apps/localai.ts'
import { app as jan } from './local-apps/jan.ts'
import { app as atomicChat } from './local-apps/atomic-chat.ts'
import { app as backyard } from './local-apps/backyard.ts'
import { app as jellybox } from './local-apps/jellybox.ts'
import { app as msty } from './local-apps/msty.ts'
import { app as recursechat } from './local-apps/recursechat.ts'
import { app as drawthings } from './local-apps/drawthings.ts'
import { app as diffusionbee } from './local-apps/diffusionbee.ts'
import { app as joyfusion } from './local-apps/joyfusion.ts'
import { app as ollama } from './local-apps/ollama.ts'
import { app as unsloth } from './local-apps/unsloth.ts'
import { app as dockerModelRunner } from './local-apps/docker-model-runner.ts'
import { app as lemonade } from './local-apps/lemonade.ts'
import { app as pi } from './local-apps/pi.ts'
import { app as hermesAgent } from './local-apps/hermes-agent.ts'
import { app as openclaw } from './local-apps/openclaw.ts'
import type { Target } from './target.ts'

/** All applications, starting with those that have server commands. */
export const localApps: readonly LocalApp[] = [
  llamaCpp,
  nodeLlamaCpp,
  vllm,
  sglang,
  mlxLm,
  tgi,
  lmstudio,
  localai,
  jan,
  atomicChat,
  backyard,
  jellybox,
  msty,
  recursechat,
  drawthings,
  diffusionbee,
  joyfusion,
  ollama,
  unsloth,
  dockerModelRunner,
  lemonade,
  pi,
  hermesAgent,
  openclaw,
]

/** One printed step of an application. */
export interface AppStep {
  readonly id: string
  readonly title: string
  readonly language: Language
  /** Ends in a newline. */
  readonly code: string
  readonly placeholders: readonly string[]
  readonly notes: readonly Note[]
}

/** What an application needs to run a model, printed. */
export interface AppSnippets {
  readonly id: string
  readonly label: string
  readonly docs: string
  readonly isMacOnly: boolean
  /** A URL that the installed application opens; `null` if it would fetch from a hub other than this one. */
  readonly link: string | null
  readonly steps: readonly AppStep[]
  readonly notes: readonly Note[]
}

/** The applications that run a model, with what each needs. Never throws, whatever the record contains. */
export function appSnippets(facts: ModelFacts, target: Target): AppSnippets[] {
  return localApps.filter(({ offers }) => offers(facts)).map((app) => printApp(app, facts, target))
}

/** What one application needs to run a model, whether or not it is offered for it. */
export function printApp(app: LocalApp, facts: ModelFacts, target: Target): AppSnippets {
  const { steps, link = null, notes = [] } = app.answer(facts, target)
  return {
    id: app.id,
    label: app.label,
    docs: app.docs,
    isMacOnly: app.isMacOnly === true,
    link,
    steps: steps.map(({ id, title, code, notes: own = [] }) => ({ id, title, language: code.language, ...printBlock(code), notes: own })),
    notes,
  }
}

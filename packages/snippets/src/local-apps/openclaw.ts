import { sh } from '../code/index.ts'
import { defineApp } from '../local-app.ts'
import { serverSteps } from './local-server.ts'
import { callsTools } from './predicates.ts'

/** @see https://github.com/openclaw/openclaw */
export const app = defineApp({
  id: 'openclaw',
  label: 'OpenClaw',
  docs: 'https://github.com/openclaw/openclaw',
  task: 'text-generation',
  offers: callsTools,
  answer(facts, target) {
    const { steps, model } = serverSteps(facts, target)
    return {
      steps: [
        ...steps,
        { id: 'install', title: 'Install OpenClaw', code: sh`npm install -g openclaw@latest` },
        {
          id: 'configure',
          title: 'Point it at the server',
          code: sh`
            openclaw onboard --non-interactive --mode local --auth-choice custom-api-key \
                --custom-base-url http://127.0.0.1:8080/v1 --custom-model-id ${model} \
                --custom-provider-id local --custom-compatibility openai --accept-risk
          `,
        },
        {
          id: 'run',
          title: 'Ask it something',
          code: sh`openclaw agent --local --agent main --message ${'What is in this folder?'}`,
        },
      ],
    }
  },
})

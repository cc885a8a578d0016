import { sh } from '../code/index.ts'
import { defineApp } from '../local-app.ts'
import { serverSteps } from './local-server.ts'
import { callsTools } from './predicates.ts'

/** @see https://hermes-agent.nousresearch.com */
export const app = defineApp({
  id: 'hermes-agent',
  label: 'Hermes Agent',
  docs: 'https://hermes-agent.nousresearch.com/',
  task: 'text-generation',
  offers: callsTools,
  answer(facts, target) {
    const { steps, model } = serverSteps(facts, target)
    return {
      steps: [
        ...steps,
        {
          id: 'configure',
          title: 'Point the agent at it (install it first, as its documentation says)',
          code: sh`
            hermes config set model.provider custom
            hermes config set model.base_url http://127.0.0.1:8080/v1
            hermes config set model.default ${model}
          `,
        },
        { id: 'run', title: 'Start it', code: sh`hermes` },
      ],
    }
  },
})

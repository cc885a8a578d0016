import { sh } from '../code/index.ts'
import { defineApp } from '../local-app.ts'
import { serverSteps } from './local-server.ts'
import { callsTools } from './predicates.ts'

/** @see https://github.com/earendil-works/pi */
export const app = defineApp({
  id: 'pi',
  label: 'Pi',
  docs: 'https://github.com/earendil-works/pi',
  task: 'text-generation',
  offers: callsTools,
  answer(facts, target) {
    const { steps, model } = serverSteps(facts, target)
    const settings = {
      providers: {
        local: { baseUrl: 'http://localhost:8080/v1', api: 'openai-completions', apiKey: 'none', models: [{ id: model }] },
      },
    }
    return {
      steps: [
        ...steps,
        { id: 'install', title: 'Install Pi', code: sh`npm install -g @earendil-works/pi-coding-agent` },
        {
          id: 'configure',
          title: 'Tell it of the server: when the file is there already, add the entry by hand',
          code: sh`
            mkdir -p ~/.pi/agent
            test -e ~/.pi/agent/models.json || printf '%s\n' ${JSON.stringify(settings)} > ~/.pi/agent/models.json
          `,
        },
        { id: 'run', title: 'Start it', code: sh`pi` },
      ],
    }
  },
})

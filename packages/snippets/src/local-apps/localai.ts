import { sh } from '../code/index.ts'
import { defineApp } from '../local-app.ts'
import { chooseFile, downloadStep, isPublishedDefault } from './parts.ts'
import { isGguf } from './predicates.ts'

/** @see https://localai.io — serves every GGUF file in its models folder */
export const app = defineApp({
  id: 'localai',
  label: 'LocalAI',
  docs: 'https://github.com/mudler/LocalAI',
  task: 'text-generation',
  offers: isGguf,
  answer(facts, target) {
    const { file } = chooseFile(facts)
    const install = { id: 'install', title: 'Install', code: sh`brew install localai` }
    if (isPublishedDefault(target) && file !== null)
      return {
        steps: [install, { id: 'run', title: 'Run it', code: sh`local-ai run ${`huggingface://${facts.id}/${file}`}` }],
      }
    return {
      steps: [
        install,
        downloadStep(facts, target),
        { id: 'run', title: 'Serve the folder that it is in', code: sh`local-ai run --models-path model` },
        {
          id: 'docker',
          title: 'Or from a container',
          code: sh`docker run -p 8080:8080 -v "$PWD/model:/models" localai/localai:latest --models-path /models`,
        },
      ],
    }
  },
})

import { fill, sh } from '../code/index.ts'
import { defineApp } from '../local-app.ts'
import { localName } from './local-name.ts'
import { chooseFile, downloadStep, idWithQuant, isPublishedDefault } from './parts.ts'
import { isGguf } from './predicates.ts'

/** From a hub other than huggingface.co, the model is downloaded as a file, which a Modelfile references. @see https://docs.ollama.com/modelfile */
export const app = defineApp({
  id: 'ollama',
  label: 'Ollama',
  docs: 'https://ollama.com',
  task: 'text-generation',
  offers: isGguf,
  answer(facts, target) {
    if (isPublishedDefault(target))
      return { steps: [{ id: 'run', title: 'Run it', code: sh`ollama run ${`hf.co/${idWithQuant(facts)}`}` }] }
    const chosen = chooseFile(facts)
    const name = localName(facts)
    const from = chosen.file === null ? sh`${fill(`FROM ./${chosen.path}`)}` : sh`${`FROM ./${chosen.path}`}`
    return {
      steps: [
        downloadStep(facts, target),
        {
          id: 'create',
          title: 'Make a model of the file',
          code: sh`
            printf '%s\n' ${from} > Modelfile
            ollama create ${name} -f Modelfile
          `,
        },
        { id: 'run', title: 'Run it', code: sh`ollama run ${name}` },
      ],
    }
  },
})

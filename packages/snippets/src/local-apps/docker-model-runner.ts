import { sh } from '../code/index.ts'
import { defineApp } from '../local-app.ts'
import { localName } from './local-name.ts'
import { chooseFile, downloadAllStep, downloadStep, filePath, idWithQuant, isPublishedDefault } from './parts.ts'
import { isGguf, isServedQuantization, isTextServed } from './predicates.ts'

/** @see https://docs.docker.com/reference/cli/docker/model/package — creates a model from local files */
export const app = defineApp({
  id: 'docker-model-runner',
  label: 'Docker Model Runner',
  docs: 'https://docs.docker.com/ai/model-runner/',
  task: 'text-generation',
  offers: (facts) => isGguf(facts) || (isTextServed(facts) && (isServedQuantization(facts) || facts.tags.has('transformers'))),
  answer(facts, target) {
    if (isPublishedDefault(target)) {
      const model = `hf.co/${isGguf(facts) ? idWithQuant(facts) : facts.id}`
      return { steps: [{ id: 'run', title: 'Run it', code: sh`docker model run ${model}` }] }
    }
    const name = localName(facts)
    const source = facts.hasGguf ? sh`--gguf ${filePath(chooseFile(facts))}` : sh`--safetensors-dir model`
    return {
      steps: [
        facts.hasGguf ? downloadStep(facts, target) : downloadAllStep(facts, target),
        { id: 'package', title: 'Make a model of the files', code: sh`docker model package ${source} ${name}` },
        { id: 'run', title: 'Run it', code: sh`docker model run ${name}` },
      ],
    }
  },
})

import { fill, identifier, py, when } from '../code/index.ts'
import { path } from '../download-rule.ts'
import { defineLibrary, type Note } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

const classes: Readonly<Record<string, string>> = {
  CAUSAL_LM: 'AutoModelForCausalLM',
  SEQ_2_SEQ_LM: 'AutoModelForSeq2SeqLM',
  TOKEN_CLS: 'AutoModelForTokenClassification',
  SEQ_CLS: 'AutoModelForSequenceClassification',
}

/** @see https://huggingface.co/docs/peft */
export const library = defineLibrary({
  id: 'peft',
  label: 'PEFT',
  repo: 'https://github.com/huggingface/peft',
  docs: 'https://huggingface.co/docs/peft',
  filter: true,
  downloads: path('adapter_config.json'),
  names: { pypi: ['peft', 'transformers'] },
  install: () => ({ python: ['peft', 'transformers', 'torch'], conda: ['peft', 'transformers', 'pytorch'] }),
  offers: (facts) => facts.tags.has('peft'),
  snippets(facts, target) {
    const known = facts.peft.taskType !== null && Object.hasOwn(classes, facts.peft.taskType) ? classes[facts.peft.taskType] : undefined
    const base = facts.peft.base ?? facts.baseModel
    const notes: Note[] = []
    if (known === undefined) notes.push({ code: 'peft-task-type-invalid', text: 'Task type is invalid.' })
    else if (base === null) notes.push({ code: 'peft-base-missing', text: 'Base model is not found.' })
    const device = when(target.device !== 'auto', py`, device_map=${target.device}`)
    const auto = identifier(known ?? 'AutoModel')
    const code = py`
      from peft import PeftModel
      from transformers import ${auto}

      base_model = ${auto}.from_pretrained(${base ?? fill('owner/base-model')}${device})
      model = PeftModel.from_pretrained(base_model, ${facts.id}${pythonRevision(target)})
    `
    return {
      drafts: [
        {
          id: 'adapter',
          title: 'Load the adapter onto its base model',
          code: pythonBlock(target, code),
          proofId: `adapter:${known === undefined ? 'none' : facts.peft.taskType}`,
        },
      ],
      notes,
    }
  },
})

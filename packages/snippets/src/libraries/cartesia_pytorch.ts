import { py } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/** The tokenizer is that of OLMo, as its makers say. @see https://github.com/cartesia-ai/cartesia_pytorch — API of release 0.0.2 */
export const library = defineLibrary({
  id: 'cartesia_pytorch',
  label: 'Cartesia Pytorch',
  repo: 'https://github.com/cartesia-ai/cartesia_pytorch',
  downloads: 'default',
  names: { pypi: ['cartesia-pytorch', 'transformers'] },
  install: () => ({ python: ['cartesia-pytorch'] }),
  snippets(facts, target) {
    const code = py`
      from cartesia_pytorch import ReneLMHeadModel
      from transformers import AutoTokenizer

      model = ReneLMHeadModel.from_pretrained(${facts.id}${pythonRevision(target)}).half().cuda()
      tokenizer = AutoTokenizer.from_pretrained("allenai/OLMo-1B-hf")

      inputs = tokenizer([${facts.widgetText ?? 'Once upon a time'}], return_tensors="pt")
      outputs = model.generate(inputs.input_ids.cuda(), max_length=50, top_k=100, top_p=0.99)
      print(tokenizer.batch_decode(outputs, skip_special_tokens=True)[0])
    `
    return {
      drafts: [{ id: 'generate', title: 'Generate text', code: pythonBlock(target, code) }],
      notes: [
        {
          code: 'gpu-required',
          text: 'Its kernels are built on the machine for an NVIDIA graphics card: pip install --no-binary :all: cartesia-pytorch',
        },
        { code: 'fixed-model', text: 'The tokenizer comes from allenai/OLMo-1B-hf, which has to be on this hub too.' },
      ],
    }
  },
})

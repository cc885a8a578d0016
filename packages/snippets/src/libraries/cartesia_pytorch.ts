import { py, sh } from '../code/index.ts'
import { defineLibrary } from '../library.ts'
import { pythonBlock, pythonRevision } from '../preamble.ts'

/**
 * The wheel of release 0.0.2 is empty: only the source distribution contains the code. The tokenizer is OLMo's, as the authors state.
 * @see https://github.com/cartesia-ai/edge — what the address below has become
 */
export const library = defineLibrary({
  id: 'cartesia_pytorch',
  label: 'Cartesia Pytorch',
  repo: 'https://github.com/cartesia-ai/cartesia_pytorch',
  downloads: 'default',
  names: { none: 'The wheel of its release is empty, and building its source installs other packages.' },
  install: () => ({ tool: sh`pip install --no-binary :all: cartesia-pytorch` }),
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
          text: 'It needs an NVIDIA graphics card. Installing it sets PyTorch 2.4 and its kernels: give it an environment of its own.',
        },
        { code: 'fixed-model', text: 'The tokenizer comes from allenai/OLMo-1B-hf, which has to be on this hub too.' },
      ],
    }
  },
})

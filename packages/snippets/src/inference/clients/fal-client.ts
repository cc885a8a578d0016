import { lines, py, when } from '../../code/index.ts'
import { filesOf, holdsFile } from '../bodies/body.ts'
import { buildRequest } from '../build-request.ts'
import { objectCode, pythonEncode } from '../print-value.ts'
import type { CheckedCall } from '../resolve-call.ts'
import { templateNames } from '../templates.ts'
import type { BodyValue } from '../types.ts'
import type { Client, ClientDraft, Refusal } from './client.ts'

/** Python with `fal-client`, 1.0: it supports only fal and reads its key from FAL_KEY. */
export const falClient: Client = {
  language: 'python',
  client: 'fal_client',
  title: 'fal_client',
  templates: Object.fromEntries(templateNames.filter((name) => !name.startsWith('conversational')).map((name) => [name, falSnippet])),
}

function falSnippet(call: CheckedCall): ClientDraft | Refusal {
  const { route, providerModel } = call
  if (route.kind === 'router' && !route.isHuggingFace) return { refuses: 'calls fal itself, not this hub' }
  if (!/^[^/]+\/./.test(providerModel)) return { refuses: `takes no id of a model without an owner` }
  const built = buildRequest({ ...call, route: { kind: 'direct' }, billTo: null, auth: { scheme: 'Key', env: 'FAL_KEY' } }, 'raw')
  const { body } = built.request
  const value: BodyValue = body.kind === 'json' ? body.value : {}
  const code = lines(
    'python',
    [
      lines('python', [when(holdsFile(value), py`import base64`), py`import fal_client`]),
      py`
        def on_queue_update(update):
            if isinstance(update, fal_client.InProgress):
                for log in update.logs or []:
                    print(log["message"])
      `,
      when(holdsFile(value), pythonEncode(filesOf(body))),
      py`
        result = fal_client.subscribe(
            ${providerModel},
            arguments=${objectCode(value as Readonly<Record<string, BodyValue>>, 'python')},
            with_logs=True,
            on_queue_update=on_queue_update,
        )
        print(result)
      `,
    ],
    1,
  )
  // The client uses the queue for every task.
  const request = { ...built.request, url: built.request.url.replace('https://fal.run/', 'https://queue.fal.run/'), answer: 'job' as const }
  return {
    code,
    install: { python: ['fal-client'] },
    built: { ...built, request },
    notes: [{ code: 'own-key', text: 'Calls fal itself, with your key of fal in the environment variable FAL_KEY.' }],
  }
}

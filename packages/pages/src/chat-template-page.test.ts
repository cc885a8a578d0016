import { expect, test } from 'vitest'
import { anonymous, createUser, loadActor, createRepo } from '@portolan/hub'
import { openTestHub } from '@portolan/hub/testing'
import { chatTemplatePage, chatTemplates } from './chat-template-page.ts'

const asked = { name: null, asItStands: false }

test('a template of the model is formatted, with the tokens that it names', async () => {
  await using hub = await openTestHub()
  const account = await createUser(hub, { name: 'ada', password: null, email: 'ada@example.org' })
  const ada = await loadActor(hub.db.read, account.id, null)
  if (ada === null) throw new Error('no user')
  const tokenizer = {
    bos_token: { content: '<s>' },
    chat_template: [
      { name: 'default', template: '{{bos_token}}{%for m in messages%}{{m.content}}{%endfor%}' },
      { name: 'tool_use', template: '{{ tools' },
    ],
  }
  const file = (path: string, content: string) => ({ path, content: Buffer.from(content) })
  await createRepo(hub, ada, {
    type: 'model',
    name: 'talker',
    files: [file('README.md', '# Talker\n'), file('tokenizer_config.json', JSON.stringify(tokenizer))],
  })
  await createRepo(hub, ada, { type: 'model', name: 'secret', visibility: 'private', files: [file('chat_template.jinja', '{{ a }}')] })
  await createRepo(hub, ada, { type: 'model', name: 'silent', files: [file('README.md', '# Silent\n')] })

  const page = await chatTemplatePage(hub, anonymous, 'ada/talker', asked)
  expect(page.names).toEqual(['default', 'tool_use'])
  expect(page.template).toMatchObject({
    name: 'default',
    path: 'tokenizer_config.json',
    lines: 4,
    problem: null,
    specialTokens: { bos_token: '<s>' },
  })
  expect(page.header.tags).toContain('conversational')

  const broken = await chatTemplatePage(hub, anonymous, 'ada/talker', { name: 'tool_use', asItStands: false })
  expect(broken.template).toMatchObject({ source: '{{ tools', problem: { code: 'chat_template.unterminated_tag', line: 1 } })

  expect((await chatTemplatePage(hub, anonymous, 'ada/silent', asked)).template).toBeNull()
  await expect(chatTemplatePage(hub, anonymous, 'ada/secret', asked)).rejects.toThrow(expect.objectContaining({ code: 'repo.not_found' }))
  expect((await chatTemplatePage(hub, ada, 'ada/secret', asked)).template).toMatchObject({ path: 'chat_template.jinja', source: '{{ a }}' })
})

test('a template that is too long to be read is shown as it stands, and says so', async () => {
  await using hub = await openTestHub()
  const account = await createUser(hub, { name: 'ada', password: null, email: 'ada@example.org' })
  const ada = await loadActor(hub.db.read, account.id, null)
  if (ada === null) throw new Error('no user')
  const files = [{ path: 'chat_template.jinja', content: Buffer.from('{{a}}'.repeat(12_000)) }]
  await createRepo(hub, ada, { type: 'model', name: 'long', files })
  const { template } = await chatTemplatePage(hub, anonymous, 'ada/long', asked)
  expect(template).toMatchObject({
    lines: 1,
    problem: { code: 'chat_template.too_long', message: expect.stringContaining('60,000') as string },
  })
  expect(template?.html).toBe(`<span class="line">${template?.source}</span>`)
})

test('clients look into a file of its own first, a GGUF header last; each name is taken once', () => {
  const config = {
    chat_template_jinja: 'own',
    tokenizer_config: { chat_template: 'tokenizer' },
    processor_config: { chat_template: 'processor' },
  }
  const found = (parts: (keyof typeof config)[], gguf: Record<string, unknown> | null = { chat_template: 'header' }) =>
    chatTemplates(Object.fromEntries(parts.map((part) => [part, config[part]])), gguf).map(({ source }) => source)
  expect(found(['chat_template_jinja', 'tokenizer_config', 'processor_config'])).toEqual(['own'])
  expect(found(['tokenizer_config', 'processor_config'])).toEqual(['tokenizer'])
  expect(found(['processor_config'])).toEqual(['processor'])
  expect(found([])).toEqual(['header'])
  expect(found([], null)).toEqual([])
  expect(
    chatTemplates({ tokenizer_config: { chat_template: [null, 7, { name: 'x' }, { name: 'rag', template: 't' }] } }, null),
  ).toMatchObject([{ name: 'rag' }])
})

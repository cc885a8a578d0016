import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { markdown } from '@codemirror/lang-markdown'
import { python } from '@codemirror/lang-python'
import { yaml, yamlFrontmatter } from '@codemirror/lang-yaml'
import { bracketMatching, HighlightStyle, type LanguageSupport, syntaxHighlighting } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { pageNonce } from '../../lib/page-nonce.ts'

/** The same token kinds, and so the same colors, as on file pages (`theme.css`). */
const colors = HighlightStyle.define([
  { tag: [tags.comment, tags.meta], class: 'tok-comment' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.propertyName, tags.definition(tags.propertyName)], class: 'tok-keyword' },
  { tag: [tags.string, tags.special(tags.string)], class: 'tok-string' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: 'tok-constant' },
  { tag: [tags.function(tags.variableName), tags.heading], class: 'tok-function' },
  { tag: [tags.link, tags.url], class: 'tok-link' },
])

function languageOf(path: string): LanguageSupport | null {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase()
  if (ending === 'md' || ending === 'markdown') return yamlFrontmatter({ content: markdown() })
  if (ending === 'json' || ending === 'ipynb') return json()
  if (ending === 'yaml' || ending === 'yml') return yaml()
  return ending === 'py' ? python() : null
}

/**
 * Opens an editor next to a text field and keeps the field's value in sync with the editor, so the form submits it as if it had been typed there. Tab
 * moves the focus, as everywhere on the page.
 * @returns a function that removes the editor
 */
export function openEditor(field: HTMLTextAreaElement, parent: HTMLElement, path: string): () => void {
  const language = languageOf(path)
  const extensions: Extension[] = [
    EditorView.cspNonce.of(pageNonce()),
    lineNumbers(),
    history(),
    drawSelection(),
    highlightSpecialChars(),
    highlightActiveLine(),
    bracketMatching(),
    EditorView.lineWrapping,
    syntaxHighlighting(colors),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    EditorView.contentAttributes.of({ 'aria-label': field.getAttribute('aria-label') ?? 'Text' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) field.value = update.state.doc.toString()
    }),
    ...(language ? [language] : []),
  ]
  const view = new EditorView({ parent, state: EditorState.create({ doc: field.value, extensions }) })
  return () => view.destroy()
}

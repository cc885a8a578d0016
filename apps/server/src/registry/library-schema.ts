import { codeLanguages } from '@portolan/snippets'
import { z } from 'zod'

const name = z.string().regex(/^[A-Za-z0-9][\w.-]{0,63}$/, 'must be at most 64 letters, digits, dots, dashes, and underscores')
const line = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\r\n]*$/, 'must be a single line')
const address = z.string().regex(/^https?:\/\/[^\s"'<>]+$/, 'must be an http(s) URL')
const requirement = z.string().regex(/^[^\s'"`$;&|<>()\\][^\r\n'"`$;&|()\\]*$/, 'must be a package name, with or without a version')
const requirements = z.array(requirement).min(1).max(30)

type FileTest =
  | { path: string }
  | { ext: string }
  | { stem: string }
  | { folder: string }
  | { inFolder: true }
  | { atRoot: true }
  | { anyOf: FileTest[] }
  | { allOf: FileTest[] }

const fileTest: z.ZodType<FileTest> = z.lazy(() =>
  z.union(
    [
      z.strictObject({ path: line }),
      z.strictObject({ ext: z.string().regex(/^[^./]+$/, 'must be a file extension without the dot') }),
      z.strictObject({ stem: line }),
      z.strictObject({ folder: z.string().regex(/^[^/].*\/$/, 'must end with a slash') }),
      z.strictObject({ inFolder: z.literal(true) }),
      z.strictObject({ atRoot: z.literal(true) }),
      z.strictObject({ anyOf: z.array(fileTest).min(1).max(50) }),
      z.strictObject({ allOf: z.array(fileTest).min(1).max(50) }),
    ],
    { error: 'must be default, or one of path, ext, stem, folder, inFolder, atRoot, anyOf, and allOf' },
  ),
)

const condition = z.strictObject({
  tags: z.array(line).max(50).optional(),
  anyTag: z.array(line).min(1).max(50).optional(),
  tasks: z.array(line).min(1).max(60).optional(),
  files: z
    .array(z.string().regex(/^\.[\w.-]+$/, 'must be a file extension with the dot'))
    .min(1)
    .max(50)
    .optional(),
})

/** A library in the registry folder of a hub's owner: the fields of a built-in library, with templates instead of functions. */
export const librarySchema = z.strictObject({
  id: name.refine((id) => id !== 'files', 'must not be files, which is reserved'),
  label: line,
  repoName: line.optional(),
  repo: address,
  docs: address.optional(),
  filter: z.boolean().optional(),
  downloads: z.union([z.literal('default'), fileTest]).optional(),
  names: z
    .union([z.strictObject({ pypi: requirements }), z.strictObject({ npm: requirements }), z.strictObject({ none: line })], {
      error: 'must be pypi or npm with a list of packages, or none with a reason',
    })
    .optional(),
  install: z
    .strictObject({
      python: requirements.optional(),
      conda: requirements.optional(),
      javascript: requirements.optional(),
      checkout: z.strictObject({ url: address, requirements: requirement.optional(), editable: requirement.optional() }).optional(),
    })
    .optional(),
  cases: z
    .array(
      z.strictObject({
        id: name,
        title: line,
        language: z.enum(codeLanguages),
        when: condition.optional(),
        unless: condition.optional(),
        code: z.string().min(1).max(20_000),
        endpoint: z.boolean().optional(),
        notes: z.array(z.string().min(1).max(1000)).max(20).optional(),
      }),
    )
    .max(50)
    .refine((cases) => new Set(cases.map(({ id }) => id)).size === cases.length, 'must have unique ids')
    .optional(),
})

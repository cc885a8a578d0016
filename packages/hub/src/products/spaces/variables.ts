import { HubError } from '@portolan/contract'
import type { Actor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { type Repo, requireAccess } from '../../repository/access/index.ts'

export interface SpaceVariable {
  readonly name: string
  readonly value: string
  readonly description: string | null
  readonly updatedAt: Date
}

const maxVariables = 100
const maxValue = 10_000
const namePattern = /^[a-zA-Z][_a-zA-Z0-9]{0,127}$/

/** The variables in a Space's `window.huggingface.variables`. Visible to anyone who can see the Space. */
export async function listSpaceVariables(hub: Hub, repo: Repo): Promise<SpaceVariable[]> {
  const rows = await hub.db.read.selectFrom('space_variable').selectAll().where('repo_id', '=', repo.id).orderBy('name').execute()
  return rows.map((row) => ({ name: row.name, value: row.value, description: row.description, updatedAt: new Date(row.updated) }))
}

/** Sets a variable. @throws {HubError} `space.invalid_variable`, and those of the write check */
export async function setSpaceVariable(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  { name, value, description = null }: { name: string; value: string; description?: string | null },
): Promise<void> {
  requireAccess(actor, repo, 'write')
  if (!namePattern.test(name))
    throw new HubError('space.invalid_variable', {
      message: 'The name of a variable must start with a letter, followed by letters, digits, and _.',
      field: 'key',
    })
  if (value.length > maxValue || (description?.length ?? 0) > 1000 || `${value}${description ?? ''}`.includes('\0'))
    throw new HubError('space.invalid_variable', {
      message: `A value can have at most ${maxValue} characters, and its description at most 1,000.`,
      field: 'value',
    })
  await hub.db.write(async (tx) => {
    const others = await tx
      .selectFrom('space_variable')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('repo_id', '=', repo.id)
      .where('name', '<>', name)
      .executeTakeFirstOrThrow()
    if (Number(others.n) >= maxVariables)
      throw new HubError('space.invalid_variable', { message: `A Space can have at most ${maxVariables} variables.` })
    const row = { value, description, updated: hub.now().getTime() }
    await tx
      .insertInto('space_variable')
      .values({ repo_id: repo.id, name, ...row })
      .onConflict((conflict) => conflict.columns(['repo_id', 'name']).doUpdateSet(row))
      .execute()
  })
}

/** Deletes a variable, if it exists. @throws {HubError} those of the write check */
export async function deleteSpaceVariable(hub: Hub, actor: Actor, repo: Repo, name: string): Promise<void> {
  requireAccess(actor, repo, 'write')
  await hub.db.write((tx) => tx.deleteFrom('space_variable').where('repo_id', '=', repo.id).where('name', '=', name).execute())
}

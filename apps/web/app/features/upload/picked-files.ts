/** A file to upload, with its path relative to the page's folder. */
export interface PickedFile {
  readonly path: string
  readonly file: File
}

/** Files that operating systems leave behind. */
const litter = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini'])

/** Returns the files of a file input. Files in a folder have paths that start with the folder's name. */
export function fromPicker(files: FileList | null): PickedFile[] {
  return [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file })).filter(isWanted)
}

/** Returns the files of a drop, with folders expanded. Must be called during the event: the browser discards the items afterwards. */
export async function fromDrop(transfer: DataTransfer): Promise<PickedFile[]> {
  const found = [...transfer.items].map((item): Promise<PickedFile[]> => {
    const entry = item.webkitGetAsEntry()
    // Files dragged from a page or a program instead of a disk have no entry.
    const file = entry === null ? item.getAsFile() : null
    if (entry !== null) return filesBelow(entry, '')
    return Promise.resolve(file === null ? [] : [{ path: file.name, file }])
  })
  return (await Promise.all(found)).flat().filter(isWanted)
}

function isWanted({ path }: PickedFile): boolean {
  const parts = path.split('/')
  return !litter.has(parts.at(-1) ?? '') && !parts.includes('.git')
}

async function filesBelow(entry: FileSystemEntry, parent: string): Promise<PickedFile[]> {
  const path = parent === '' ? entry.name : `${parent}/${entry.name}`
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    return [{ path, file }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const inside: FileSystemEntry[] = []
  // A reader returns a hundred entries at a time, and an empty list at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) break
    inside.push(...some)
  }
  return (await Promise.all(inside.map((each) => filesBelow(each, path)))).flat()
}

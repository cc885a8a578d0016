/**
 * Operations: tools for the people who run the hub. Garbage collection, backup, verification, restore.
 */
export {}

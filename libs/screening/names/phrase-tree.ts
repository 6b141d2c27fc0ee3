import type { Word } from './words';

/** A tree of phrases with one word per level. A node at the end of a phrase has the value of the phrase. */
export interface PhraseTree<T> {
  readonly next: Map<string, PhraseTree<T>>;
  value?: T;
}

/** Adds a phrase. A phrase that exists keeps its value. */
export function addPhrase<T>(tree: PhraseTree<T>, words: readonly Word[], value: T): void {
  let node = tree;
  for (const { text } of words) {
    let next = node.next.get(text);
    if (!next) node.next.set(text, (next = { next: new Map() }));
    node = next;
  }
  node.value ??= value;
}

import type { Word } from './words';

/** Phrases by their words, one word below the other, each with what it stands for. */
export interface PhraseTree<T> {
  readonly next: Map<string, PhraseTree<T>>;
  value?: T;
}

/** A phrase that is already there keeps its value. */
export function addPhrase<T>(tree: PhraseTree<T>, words: readonly Word[], value: T): void {
  let node = tree;
  for (const { text } of words) {
    let next = node.next.get(text);
    if (!next) node.next.set(text, (next = { next: new Map() }));
    node = next;
  }
  node.value ??= value;
}

/**
 * The version of the importers. Raise it with each change after which an importer may return other entries for the
 * same files. It is part of the id of an import, so an upgraded installation reads the same files anew.
 */
export const READER_VERSION = 4;

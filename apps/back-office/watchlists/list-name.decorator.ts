import { invalid } from '@probity/platform/errors';
import { pathParameter } from '@probity/platform/http/path-parameter';
import { isSharedListName, LIST_NAME_FORM, LIST_NAME_SCHEMA } from './list-name';

const message = (name: string): string => `${name} must be ${LIST_NAME_FORM}`;

/** Injects a path parameter that must be the name of a list that all tenants share. */
export const ListName = pathParameter(
  {
    schema: { ...LIST_NAME_SCHEMA, description: LIST_NAME_FORM, example: 'ofac-sdn' },
    refusal: ['bad_list_name', message],
  },
  (value, name) => {
    if (!isSharedListName(value)) throw invalid('bad_list_name', message(name));
    return value;
  },
);

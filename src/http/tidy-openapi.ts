/** The parts of an OpenAPI document that are put in order. */
export interface OpenApiDocument {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, unknown> };
}
interface Operation {
  parameters?: Parameter[];
  responses: Record<string, { content?: Record<string, { schema?: Envelope }>; description?: string }>;
}
interface Parameter {
  allowEmptyValue?: unknown;
  schema?: { allowEmptyValue?: unknown };
}
/** The schema of a page of a list. */
interface Envelope {
  $ref?: string;
  properties?: { data?: { properties?: { perPage?: unknown; data?: { items?: { $ref?: string } } } } };
}

const SCHEMAS = '#/components/schemas/';

/**
 * What the generator of the document cannot express: pages of lists are components with names, so that clients that are generated
 * have one type for each list, and `allowEmptyValue` belongs to a parameter instead of its schema.
 */
export function tidied(document: OpenApiDocument): OpenApiDocument {
  const lists: Record<string, Envelope> = {};
  for (const operations of Object.values(document.paths ?? {}))
    for (const { parameters = [], responses } of Object.values(operations)) {
      for (const parameter of parameters) moveAllowEmptyValue(parameter);
      for (const response of Object.values(responses))
        for (const media of Object.values(response.content ?? {})) {
          const name = nameOfList(media.schema);
          if (!name || !media.schema) continue;
          lists[name] = media.schema;
          media.schema = { $ref: `${SCHEMAS}${name}` };
          response.description = 'A page of the list.';
        }
    }
  return {
    ...document,
    components: { ...document.components, schemas: { ...document.components?.schemas, ...lists } },
  };
}

function moveAllowEmptyValue(parameter: Parameter): void {
  if (parameter.schema?.allowEmptyValue === undefined) return;
  parameter.allowEmptyValue = parameter.schema.allowEmptyValue;
  delete parameter.schema.allowEmptyValue;
}

/** A statement has fields of its own beside its lines, so it is no list. */
function nameOfList(schema: Envelope | undefined): string | undefined {
  const { data, perPage, ...rest } = schema?.properties?.data?.properties ?? {};
  const item = data?.items?.$ref;
  if (!item?.startsWith(SCHEMAS) || perPage === undefined || 'month' in rest) return undefined;
  return `${item.slice(SCHEMAS.length)}List`;
}

import {
  type Serializer,
  type SerializerFactory,
  SerializerSelector,
} from "@fastify/fast-json-stringify-compiler";

/**
 * What turns answers into JSON by their schemas. Each serializer is built with the first answer that needs it, and one schema
 * has one serializer, whatever routes and statuses share it: built ahead, a route's errors alone would take a validator each.
 */
export function createLazySerializers(): SerializerFactory {
  const factory = SerializerSelector();
  return (externalSchemas, options) => {
    const compile = factory(externalSchemas, options);
    const built = new Map<unknown, Serializer>();
    return (route) => (answer) => {
      let serialize = built.get(route.schema);
      if (serialize === undefined) {
        serialize = compile(route);
        built.set(route.schema, serialize);
      }
      return serialize(answer);
    };
  };
}

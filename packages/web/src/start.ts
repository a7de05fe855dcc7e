import { createStart } from '@tanstack/react-start';
import { apiErrors } from './lib/api/error-codec.ts';

export const startInstance = createStart(() => ({ serializationAdapters: [apiErrors] }));

import type { Guard } from '../areas/guard.ts';
import type { Config } from '../config/config.ts';
import { PRODUCT_VERSION } from '../config/product-version.ts';
import type { AppParts } from '../http/app.ts';
import { HTTP_DEFAULTS } from '../http/config.ts';

/** Creates the routes for AI assistants, if enabled. Only then is the code of their protocol loaded. */
export async function loadAssistantRoutes(
	{ assistants: isEnabled, origin }: Pick<Config, 'assistants' | 'origin'>,
	guard: Guard,
): Promise<NonNullable<AppParts['extensions']>> {
	if (!isEnabled) return [];
	const { createAssistantRoutes } = await import('../http/assistants/assistants.ts');
	return [createAssistantRoutes({ config: { ...HTTP_DEFAULTS, origin }, version: PRODUCT_VERSION, guard })];
}

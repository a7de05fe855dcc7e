import { hatchPatterns } from '@sw/domain/signals/wheel/hatch';

/**
 * The hatch patterns that all wheels of a page use in forced-colors mode. Only the server renders them. Hydration keeps this markup, so the
 * scripts don't contain the patterns.
 */
export function HatchDefs() {
	const __html = import.meta.env.SSR ? `<defs>${hatchPatterns()}</defs>` : '';
	// biome-ignore lint/security/noDangerouslySetInnerHtml: constants only
	return <svg className="visually-hidden" aria-hidden="true" suppressHydrationWarning dangerouslySetInnerHTML={{ __html }} />;
}

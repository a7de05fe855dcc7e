import { MAX_DEPTH, TONES, type Tone } from '@sw/domain/signals/wheel/model';

/** Angle of the hatch lines in degrees: short falls, long rises, volume is horizontal, the option sum is vertical. */
const ANGLES = { short: 45, long: -45, either: 20, volume: 0, sum: 90 } as const satisfies Record<Tone, number>;

/**
 * The hatch patterns that all wheels of a page use in forced-colors mode. Only the server renders them. Hydration keeps this markup, so the
 * scripts don't contain the patterns.
 */
export function HatchDefs() {
	const __html = import.meta.env.SSR ? renderPatterns() : '';
	// biome-ignore lint/security/noDangerouslySetInnerHtml: constants only
	return <svg className="visually-hidden" aria-hidden="true" suppressHydrationWarning dangerouslySetInnerHTML={{ __html }} />;
}

/** Returns the patterns that replace colors if the system forces its own colors. Deeper cells have denser lines. */
function renderPatterns(): string {
	const markup = TONES.flatMap((tone) =>
		Array.from({ length: MAX_DEPTH }, (_, i) => renderPattern(`hatch-${tone}-${i + 1}`, ANGLES[tone], 8 - i * 1.5)),
	);
	return `<defs>${markup.join('')}</defs>`;
}

/** Returns one pattern. `angle`: rotation of the lines in degrees. `step`: distance between two lines. */
function renderPattern(id: string, angle: number, step: number): string {
	const line = `<path d="M0 ${step / 2}H${step}" stroke="CanvasText" stroke-width="1.2"/>`;
	return `<pattern id="${id}" width="${step}" height="${step}" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})">${line}</pattern>`;
}

/** What each tool leaves in the chart, on a canvas of 18 by 18. */
const PATHS = {
	line: 'M2 9h14',
	trend: 'M2 14 16 4M2 14h.01M16 4h.01',
	alert: 'M2 14h14M9 2v2M5 11V8a4 4 0 0 1 8 0v3M4 11h10',
	values: 'M2 5h6M11 5h5M2 9h3M8 9h8M2 13h7M12 13h4',
} as const;

/** The picture on a drawing tool's button, which has the name. */
export function DrawIcon({ kind }: { kind: keyof typeof PATHS }) {
	return (
		<svg
			width="18"
			height="18"
			viewBox="0 0 18 18"
			fill="none"
			stroke="currentColor"
			strokeWidth="1.6"
			strokeLinecap="round"
			aria-hidden="true"
		>
			<path d={PATHS[kind]} />
		</svg>
	);
}

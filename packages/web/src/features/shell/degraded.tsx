import { Notice } from '../../ui/states/notice.tsx';
import { degradedText } from './market-clock.ts';
import { useFrame } from './use-frame.ts';

/** Shows current problems of the service above every page. */
export function Degraded() {
	const lines = degradedText(useFrame()?.degraded ?? []);
	if (lines.length === 0) return null;
	return (
		<Notice>
			{lines.map((line) => (
				<p key={line}>{line}</p>
			))}
		</Notice>
	);
}

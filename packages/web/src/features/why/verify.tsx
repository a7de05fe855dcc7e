import { useState } from 'react';
import type { WorkspaceHead } from '../../lib/api/types.ts';
import { buttonClass } from '../../ui/button.ts';
import { onDemand } from '../../ui/states/on-demand.tsx';
import css from './why.module.css';
import { whyWords as words } from './words.ts';

const Verification = onDemand(async () => (await import('./verification.tsx')).Verification);

/** Verifies a report on request. */
export function Verify({ report }: { report: WorkspaceHead }) {
	const [isAsked, setAsked] = useState(false);
	return (
		<div className={css['verify']} aria-live="polite">
			{isAsked ? (
				<Verification report={report} />
			) : (
				<button
					type="button"
					className={`${buttonClass} needs-script`}
					title={words.verifyHint}
					onPointerEnter={Verification.fetch}
					onFocus={Verification.fetch}
					onClick={() => setAsked(true)}
				>
					{words.verify}
				</button>
			)}
		</div>
	);
}

import { useState } from 'react';
import { onDemand } from '../../ui/states/on-demand.tsx';
import type { Tested } from './backtest-dialog.tsx';
import css from './record.module.css';

const BacktestDialog = onDemand(async () => (await import('./backtest-dialog.tsx')).BacktestDialog, true);

const LABEL = { backtest: 'Back-test this filter' } as const;

/** Opens the back-test of a saved filter. */
export function BacktestButton({ setting }: { setting: Tested }) {
	const [open, setOpen] = useState(false);
	return (
		<>
			<button
				type="button"
				className={`${css['ask']} needs-script`}
				onPointerEnter={BacktestDialog.fetch}
				onFocus={BacktestDialog.fetch}
				onClick={() => setOpen(true)}
			>
				{LABEL.backtest}
			</button>
			{open ? <BacktestDialog setting={setting} onClose={() => setOpen(false)} /> : null}
		</>
	);
}

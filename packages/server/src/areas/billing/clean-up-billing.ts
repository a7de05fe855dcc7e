import { keepAccountingFields, NOTIFICATION_KEPT_WHOLE } from '@sw/domain/billing/accounting-fields';
import { WAITS_AT_MOST } from '@sw/domain/billing/order';
import { utcMs } from '@sw/domain/time/units';
import type { BillingParts } from './ports.ts';

/** Rows changed at once. */
const BATCH = 200;

/** Daily: hides unpaid orders, and removes payers' data from old payment notifications. */
export async function cleanUpBilling({ records, clock }: Pick<BillingParts, 'records' | 'clock'>): Promise<void> {
	const now = clock.now();
	while ((await records.withdrawUnpaid(utcMs(now - WAITS_AT_MOST), now, BATCH)) === BATCH);
	for (;;) {
		const whole = await records.wholeNotifications(utcMs(now - NOTIFICATION_KEPT_WHOLE), BATCH);
		for (const { id, fields } of whole) await records.stripNotification(id, keepAccountingFields(fields), now);
		if (whole.length < BATCH) return;
	}
}

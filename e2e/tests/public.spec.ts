import { expect, type Page, test } from '@playwright/test';
import { PUBLIC_PAGES } from '@sw/domain/prices/public-pages';
import { hiddenEdges, smallTargets, violationsOf } from '../rules.ts';
import { useProduct } from '../use-product.ts';

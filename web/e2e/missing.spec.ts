// An unknown address: a person gets a page with links, a program gets the refusal.
import { expect, expect_accessible, test } from './house';

test('an unknown address shows a page that leads to the start page', async ({ page, request, house }) => {
  const answer = await page.goto(`${house.url}/nonesuch`);
  expect(answer!.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByText('/nonesuch')).toBeVisible();
  await expect_accessible(page);
  await page.getByRole('link', { name: 'Start page' }).click();
  await expect(page).toHaveURL(`${house.url}/`);
  const plain = await request.get(`${house.url}/nonesuch`, { headers: { accept: 'application/json' } });
  expect((await plain.json()).error.code).toBe('not_found');
});

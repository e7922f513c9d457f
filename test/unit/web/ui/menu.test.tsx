import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Menu, MenuChoice, MenuItem, MenuLink, MenuRule } from "../../../../web/src/ui/menu.tsx";

afterEach(cleanup);

const CHOICES = ["Light", "Dark"].map((text) => ({ value: text, text, icon: null }));

function setUp() {
  const [logout, choose] = [vi.fn(), vi.fn()];
  render(
    <>
      <Menu trigger={<button type="button">Robin</button>}>
        <MenuLink>
          <a href="#profile">Profile</a>
        </MenuLink>
        <MenuRule />
        <MenuChoice label="Theme" value="Dark" choices={CHOICES} onChange={choose} />
        <MenuItem onSelect={logout}>Logout</MenuItem>
      </Menu>
      <button type="button">Beside</button>
    </>,
  );
  const button = screen.getByRole("button", { name: "Robin" });
  return { logout, choose, button, user: userEvent.setup() };
}
const menu = () => screen.queryByRole("menu", { name: "Robin" });

describe("a menu [F412]", () => {
  it("opens by a press and by the arrows, and takes the focus", async () => {
    const { button, user } = setUp();
    expect(button.getAttribute("aria-expanded")).toBe("false");
    await user.click(button);
    expect(document.activeElement).toBe(menu());
    expect(button.getAttribute("aria-expanded")).toBe("true");
    await user.keyboard("{Escape}");
    expect(menu()).toBeNull();
    expect(document.activeElement).toBe(button);
    await user.keyboard("{ArrowDown}");
    expect(document.activeElement).toBe(menu());
  });

  it("is navigated by arrows, Home, End and first letters", async () => {
    const { button, user } = setUp();
    await user.click(button);
    for (const [keys, name] of [
      ["{ArrowDown}", "Profile"],
      ["{ArrowDown}", "Light"],
      ["{ArrowUp}{ArrowUp}", "Profile"],
      ["{End}", "Logout"],
      ["{ArrowDown}", "Logout"],
      ["{Home}", "Profile"],
      ["l", "Light"],
      ["l", "Logout"],
      ["l", "Light"],
      ["d", "Dark✓"],
    ] as const) {
      await user.keyboard(keys);
      expect(document.activeElement?.textContent, keys).toBe(name);
    }
  });

  it("runs the choice and closes; a multiple choice stays open", async () => {
    const { button, user, choose, logout } = setUp();
    await user.click(button);
    expect(screen.getByRole("menuitemradio", { name: "Dark" }).getAttribute("aria-checked")).toBe("true");
    await user.keyboard("l{Enter}");
    expect(choose).toHaveBeenCalledExactlyOnceWith("Light");
    expect(menu()).not.toBeNull();
    await user.keyboard("{End}{Enter}");
    expect(logout).toHaveBeenCalledOnce();
    expect(menu()).toBeNull();
    expect(document.activeElement).toBe(button);
    await user.click(button);
    await user.keyboard("{ArrowDown} ");
    expect(location.hash).toBe("#profile");
    expect(menu()).toBeNull();
  });

  it("closes by a press outside, by Tab, or by its button", async () => {
    const { button, user } = setUp();
    for (const leave of [
      () => user.click(screen.getByRole("button", { name: "Beside" })),
      () => user.tab(),
      () => user.click(button),
    ]) {
      await user.click(button);
      expect(menu()).not.toBeNull();
      await leave();
      expect(menu()).toBeNull();
    }
  });
});

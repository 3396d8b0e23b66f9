"""Code for a GPU, without one: what is changed in it before NVIDIA's compiler gets it."""

from __future__ import annotations

from tabiji.core.cuda_compiler import shortened

_CODE = """@"table" = internal addrspace(4) constant [2 x i8] c"\\01\\02"
define i32 @"count"()
{
entry:
  br label %"again"
again:
  %"more" = icmp slt i32 0, 1
  br i1 %"more", label %"again", label %"end"
end:
  ret i32 0
}"""


def test_no_loop_is_unrolled_and_tables_lie_in_global_memory() -> None:
    lines = shortened(_CODE).splitlines()
    branches = [line for line in lines if line.startswith("  br ")]
    assert len(branches) == 2
    notes = {line.rpartition("!llvm.loop ")[2] for line in branches}
    (note,) = notes
    assert f"{note} = distinct !{{{note}, !99999999}}" in lines
    assert '!99999999 = !{!"llvm.loop.unroll.disable"}' in lines
    assert lines[0] == _CODE.splitlines()[0].replace("addrspace(4)", "addrspace(1)")
